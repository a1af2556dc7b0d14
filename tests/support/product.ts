import { type TestIssuer } from '@koinonia/kit/testing/issuer.ts';

/** The e-mail domain of the organisation in every test. */
export const domain = 'base.example';
/** Becomes admin at sign-in. */
export const adminEmail = 'grace.okafor@base.example';

/** The whole product, running, as someone outside sees it. */
export interface Product {
  readonly form: 'solo' | 'cluster';
  /** Where it can be reached; several gateways are as good as one another. */
  readonly origins: readonly string[];
  /** The origin that browsers use. */
  readonly publicUrl: string;
  readonly issuer: TestIssuer;
  /** What its processes complained of. For the reader of a test that failed. */
  complaints(): string;
  end(): Promise<void>;
}

/** The variables that both forms are given (contract, section 3): sign-in is with the tests' own issuer. */
export function commonEnvironment(issuer: TestIssuer, publicUrl: string): Record<string, string> {
  return {
    PUBLIC_URL: publicUrl,
    ORG_NAME: 'Harbour Base',
    ALLOWED_DOMAIN: domain,
    ADMIN_EMAILS: adminEmail,
    OIDC_ISSUER: issuer.url,
    GOOGLE_CLIENT_ID: issuer.clientId,
    GOOGLE_CLIENT_SECRET: 'a secret of the test client',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
  };
}
