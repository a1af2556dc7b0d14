// In a file of its own, so that the page shows before it is loaded.
export { io } from 'socket.io-client';
