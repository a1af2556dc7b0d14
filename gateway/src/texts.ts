/** What people read when the gateway itself refuses something, besides what every process says (`texts.ts` of the kit). */
export const texts = {
  uploadEndedEarly: 'The upload ended early.',
  notWellFormed: 'This address is not well formed.',
  onlyWebSockets: 'Only WebSocket connections are accepted here.',
  foreignOrigin: 'This origin may not open a socket.',
  onlySocketIo: 'Only Socket.IO 4 over WebSocket is accepted here.',
  tooEarly: 'Data arrived before the handshake was complete.',
} as const;
