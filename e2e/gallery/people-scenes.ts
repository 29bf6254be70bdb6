import { pressMenuItem } from '../fixtures/menu.ts';
import type { Places, Scene } from './scene.ts';
import { button, inDialog, inOrder } from './steps.ts';

const members = ({ team }: Places) => `${team}/settings/members`;

/** The members of a team, and a person's own account. */
export const peopleScenes: Scene[] = [
  { name: 'members', path: members, narrowest: true },
  { name: 'members-role-menu', path: members, act: button(/^Role of Björn/), narrowest: true },
  { name: 'members-remove', path: members, act: button('Remove Björn Lindqvist'), narrowest: true },
  {
    name: 'members-own-role',
    path: members,
    act: inOrder(button(/^Role of Sofia/), (page) =>
      pressMenuItem(page.getByRole('menuitemradio', { name: /^Member/ })),
    ),
  },
  { name: 'members-leave', path: members, act: button('Leave the team') },
  {
    name: 'members-left',
    path: members,
    act: async (page) => {
      await page.route(/members\.leave/, (route) => route.fulfill({ json: { result: { data: {} } } }));
      await button('Leave the team')(page);
      await inDialog('Leave team')(page);
      await page.getByText('You have left').waitFor();
    },
  },
  {
    name: 'members-as-admin',
    path: members,
    act: (page) => page.getByRole('button', { name: /^Role of Marta/ }).focus(),
    person: 'admin',
  },
  { name: 'members-role-menu-as-admin', path: members, act: button(/^Role of Emil/), person: 'admin' },
  { name: 'members-as-member', path: members, person: 'colleague' },
  { name: 'members-alone', path: ({ emptyTeam }) => `${emptyTeam}/settings/members` },
  {
    name: 'members-many',
    path: ({ largeTeam }) => `${largeTeam}/settings/members`,
    act: (page) => page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'members-filtered',
    path: ({ largeTeam }) => `${largeTeam}/settings/members`,
    act: async (page) => {
      await page.getByRole('searchbox').fill('person 29');
      await page.getByText('of 300 members').waitFor();
    },
  },
  {
    name: 'members-nothing-found',
    path: members,
    act: (page) => page.getByRole('searchbox').fill('nobody at all'),
  },
  { name: 'account', path: () => '/account', narrowest: true },
  {
    name: 'account-sessions',
    path: () => '/account',
    act: (page) => page.getByRole('row').last().scrollIntoViewIfNeeded(),
    narrowest: true,
  },
  { name: 'account-revoke-others', path: () => '/account', act: button('Revoke all others') },
  {
    name: 'account-password-rejected',
    path: () => '/account',
    act: inOrder(
      (page) => page.getByLabel('Current password', { exact: true }).fill('wrong'),
      (page) => page.getByLabel('New password', { exact: true }).fill('short'),
      button('Change password'),
    ),
  },
  {
    name: 'account-delete',
    path: () => '/account',
    act: inOrder(button('Delete your account…'), button(/^Delete account$/)),
    narrowest: true,
  },
  {
    name: 'team-delete',
    path: ({ team }) => `${team}/settings/general`,
    act: inOrder(button('Delete this team…'), button(/^Delete team$/)),
    narrowest: true,
  },
  { name: 'account-no-team', path: () => '/account', person: 'newcomer' },
];
