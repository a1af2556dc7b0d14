import type { Product } from '../support/product.ts';
import { adminCalls } from './admin-calls.ts';
import { adminsOnly } from './admins-only.ts';
import { crossingConnections } from './crossing-connections.ts';
import { endingAccess } from './ending-access.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { hostileSockets } from './hostile-sockets.ts';
import { othersChats } from './others-chats.ts';
import { whoMayConnect } from './who-may-connect.ts';

/** What somebody tries who should not, and what must come of it; the same for every form of the product. */
export function everyAttack(product: () => Product): void {
  othersChats(product);
  adminsOnly(product);
  adminCalls(product);
  hostileBodies(product);
  crossingConnections(product);
  whoMayConnect(product);
  hostileSockets(product);
  endingAccess(product);
}
