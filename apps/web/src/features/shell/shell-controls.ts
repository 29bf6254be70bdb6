// In one module, so that the code that menus and the drawer share is loaded once.
export { AccountMenuControl } from './account-menu-control.tsx';
export { HelpMenuControl } from './help-menu-control.tsx';
export { NavDrawer } from './nav-drawer.tsx';
export { TeamMenuControl } from './team-menu-control.tsx';
