export { type ForwardOptions, forwardStdio } from './forward-stdio.ts';
