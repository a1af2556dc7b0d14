import { type TestIssuer } from '@koinonia/kit/testing/issuer.ts';

/** The e-mail domain of the organisation in every test. */
export const domain = 'base.example';
/** Becomes admin at sign-in. */
export const adminEmail = 'grace.okafor@base.example';

/** The whole product, running, as seen from outside. */
export interface Product {
  readonly form: 'solo' | 'cluster';
  /** Its addresses; all gateways are equivalent. */
  readonly origins: readonly string[];
  /** The origin that browsers use. */
  readonly publicUrl: string;
  readonly issuer: TestIssuer;
  /** The warnings and errors of its processes, to explain a failed test. */
  complaints(): string;
  end(): Promise<void>;
}

/** Variables of both forms, independent of the issuer. */
export const commonEnvironment = { ORG_NAME: 'Harbour Base', RATE_LIMIT: 'off', LOG_LEVEL: 'info' };

/** The variables for sign-in with the tests' own issuer. */
export function signInEnvironment(issuer: TestIssuer): Record<string, string> {
  return {
    ALLOWED_DOMAIN: domain,
    ADMIN_EMAILS: adminEmail,
    OIDC_ISSUER: issuer.url,
    GOOGLE_CLIENT_ID: issuer.clientId,
    GOOGLE_CLIENT_SECRET: 'a secret of the test client',
  };
}
