import type { Browser, Page } from '../../e2e/service/open-browser.ts';

type Options = {
  browser: Browser;
  url: string;
  email: string;
  password: string;
  teamId: string;
  taskTitle: string;
};

/** For Playwright, in milliseconds. */
const timeout = 60_000;

/** Two tabs of a person who has typed texts and not sent them: a comment on a task, and a new task. */
export class OpenTabs {
  readonly #panel: Page;
  readonly #form: Page;
  readonly #texts = { comment: 'Half a comment', title: 'Half a thought' };
  /** Loads of a whole page after the first one. */
  loads = 0;
  /** Errors of the scripts of the pages, and responses with a status from 400 on. */
  readonly errors: string[] = [];

  private constructor(panel: Page, form: Page) {
    this.#panel = panel;
    this.#form = form;
  }

  static async open({ browser, url, email, password, teamId, taskTitle }: Options): Promise<OpenTabs> {
    const context = await browser.newContext({ baseURL: url });
    const [panel, form] = [await context.newPage(), await context.newPage()];
    await panel.goto('/sign-in');
    await panel.getByLabel('E-mail').fill(email);
    await panel.getByLabel('Password', { exact: true }).fill(password);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await panel.waitForURL(/\/t\//);
    for (const page of [panel, form]) await page.goto(`/t/${teamId}/board`, { waitUntil: 'networkidle' });
    const tabs = new OpenTabs(panel, form);
    await panel.getByRole('main').getByRole('link', { name: taskTitle }).click();
    await tabs.#comment.fill(tabs.#texts.comment);
    await form.getByRole('button', { name: 'New task' }).first().click();
    await tabs.#title.fill(tabs.#texts.title);
    for (const page of [panel, form]) {
      page.on('load', () => {
        tabs.loads += 1;
      });
      page.on('pageerror', ({ message }) => tabs.errors.push(`error: ${message}`));
      page.on('response', (response) => {
        if (response.status() >= 400)
          tabs.errors.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
    }
    return tabs;
  }

  get #comment() {
    return this.#panel.getByRole('complementary').getByRole('textbox', { name: 'Comment' });
  }

  get #title() {
    return this.#form.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  }

  /** Whether both tabs show a task that somebody else has created, without a reload. */
  async showTask(title: string): Promise<boolean> {
    const isShown = (page: Page) =>
      page
        .getByRole('link', { name: title, includeHidden: true })
        .first()
        .waitFor({ state: 'attached', timeout })
        .then(
          () => true,
          () => false,
        );
    return (await Promise.all([this.#panel, this.#form].map(isShown))).every(Boolean);
  }

  /** Sends what was typed; returns which of the texts were there and were accepted. */
  async sendTexts(): Promise<string[]> {
    const sent: string[] = [];
    if ((await this.#comment.inputValue({ timeout })) === this.#texts.comment) {
      await this.#panel
        .getByRole('complementary')
        .getByRole('button', { name: 'Comment', exact: true })
        .click();
      await this.#panel
        .getByRole('complementary')
        .getByText(this.#texts.comment)
        .first()
        .waitFor({ timeout });
      sent.push('comment');
    }
    if ((await this.#title.inputValue({ timeout })) === this.#texts.title) {
      await this.#form.getByRole('button', { name: 'Create task' }).click();
      await this.#form.getByRole('main').getByRole('link', { name: this.#texts.title }).waitFor({ timeout });
      sent.push('new task');
    }
    return sent;
  }

  /** Visits the other pages by their links, as the person does next. */
  async visitPages(): Promise<string[]> {
    const visited: string[] = [];
    for (const name of ['Agents', 'Settings', 'Board']) {
      await this.#form.getByRole('navigation').getByRole('link', { name }).first().click({ timeout });
      const isThere = this.#form.getByRole('heading', { level: 1 }).first().waitFor({ timeout });
      await isThere.then(() => visited.push(name)).catch(() => undefined);
    }
    return visited;
  }

  /** The notices at the bottom of the pages. */
  async notices(): Promise<string[]> {
    const texts = [this.#panel, this.#form].map((page) => page.locator('[role] > p:visible').allInnerTexts());
    return (await Promise.all(texts)).flat();
  }
}
