export { closeStalledConnections } from './close-stalled-connections.ts';
