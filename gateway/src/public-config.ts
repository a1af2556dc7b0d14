import { getConfig } from '@koinonia/contracts/gateway.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import type { GatewayConfig } from './config.ts';

/** Settings that a browser needs before anyone has signed in. */
export function publicConfigRoute(app: Service, config: GatewayConfig): void {
  const answer = { orgName: config.orgName, domain: config.signIn.domain, signIn: config.signInKind };
  app.route({ ...routeOf(getConfig), handler: async () => answer });
}
