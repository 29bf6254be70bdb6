// One module for all lazy parts of the shell: with an import each, the code that they share would be one more file to
// load.
export { AccountMenuControl } from './account-menu-control.tsx';
export { HelpMenuControl } from './help-menu-control.tsx';
export { NavDrawer } from './nav-drawer.tsx';
export { TeamMenuControl } from './team-menu-control.tsx';
