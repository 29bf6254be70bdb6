import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/axe.ts';
import { cardOf } from '../fixtures/board.ts';
import { readClipboard } from '../fixtures/clipboard.ts';
import { expect, test } from '../fixtures/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary');

/** The words of the table that break over lines, except at a hyphen between other words: dates stay whole. */
const brokenWords = (page: Page) =>
  panelOf(page)
    .locator('th, td')
    .evaluateAll((all) =>
      all.flatMap((cell) => {
        const text = cell.firstChild;
        const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
        return words.flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          if (!text) return [];
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          return lines.size > 1 && (!word.includes('-') || word === text.textContent) ? [word] : [];
        });
      }),
    );

const table = [
  '| Environment | status | Responsible | Description of the problem | Measured |',
  '|---|---|---|---|---|',
  '| production | in_progress | operations | Certificates expire tomorrow | 2026-11-22 |',
].join('\n');

const address = 'https://images.invalid/who-reads-this.png';
const code = 'for (const name of names) {\n  console.log(name, "a < b");\n}';
const description = [
  'First line\nSecond line\n\n- a point\n  goes on',
  `See ![The login page](${address}) and ![](${address})`,
  '[Not allowed](javascript:alert(1)) and [allowed](https://example.org)',
  `Run it:\n\n\`\`\`ts\n${code}\n\`\`\``,
].join('\n\n');

test('formats descriptions', async ({ person, team, api }) => {
  await api.createTask({ title: 'With a table', description: `Before\n\n${table}\n\nAfter` });
  const { id } = await api.createTask({ title: 'Formatted', description });
  const { page } = await person('viewer');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`${team.path}/board/tasks/${id}`);
  await expect(panelOf(page)).toBeVisible();

  await test.step('keeps line breaks', async () => {
    // Of texts in one element.
    const tops = (...texts: string[]) =>
      panelOf(page)
        .getByText(texts[0] ?? '')
        .evaluate((element, words) => {
          const nodes = [...element.childNodes];
          return words.map((text) => {
            const range = document.createRange();
            const node = nodes.find(({ textContent }) => textContent?.includes(text));
            if (node) range.selectNodeContents(node);
            return range.getBoundingClientRect().top;
          });
        }, texts);
    for (const [first = 0, second = 0] of [
      await tops('First line', 'Second line'),
      await tops('a point', 'goes on'),
    ])
      expect(second).toBeGreaterThan(first);
  });

  await test.step('shows the alternative text of an image, without loading it', async () => {
    await expect(panelOf(page).getByText('The login page (image not shown)')).toBeVisible();
    await expect(panelOf(page).getByText('Image not shown', { exact: true })).toBeVisible();
    const images = panelOf(page).locator('img, [src*="images.invalid"], [href*="images.invalid"]');
    await expect(images).toHaveCount(0);
    expect(requested.filter((url) => url.includes('images.invalid'))).toEqual([]);
  });

  await test.step('shows a disallowed link as text', async () => {
    const decoration = (words: string) =>
      panelOf(page)
        .getByText(words, { exact: true })
        .evaluate((element) => [element.tagName, getComputedStyle(element).textDecorationLine]);
    expect(await decoration('Not allowed')).toEqual(['SPAN', 'none']);
    expect(await decoration('allowed')).toEqual(['A', 'underline']);
  });

  await test.step('copies a code block unchanged', async () => {
    await panelOf(page).getByRole('button', { name: 'Copy: the code' }).click();
    await expect(panelOf(page).getByText('Copied')).toBeVisible();
    expect(await readClipboard(page)).toBe(`${code}\n`);
    await expectAccessible(page);
  });

  await test.step('keeps the words of a table whole at each width, and scrolls the table', async () => {
    await cardOf(page, 'With a table').click();
    for (const width of [1280, 400]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(panelOf(page).locator('th, td')).toHaveCount(10);
      expect(await brokenWords(page)).toEqual([]);
      const body = panelOf(page).locator('table');
      await body.evaluate((element) => element.parentElement?.focus());
      const { scrollWidth, clientWidth } = await panelOf(page).evaluate((panel) => ({
        scrollWidth: panel.scrollWidth,
        clientWidth: panel.clientWidth,
      }));
      expect(scrollWidth).toBe(clientWidth);
    }
    await expectAccessible(page);
  });
});
