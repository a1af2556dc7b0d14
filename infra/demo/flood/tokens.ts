import { importJWK, SignJWT } from 'jose';
import { readKeptIssuer } from '../../solo/demo-sign-in/kept-issuer.ts';
import { clientId } from '../../solo/demo-sign-in/provider.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import type { Somebody } from '../people/people.ts';

export type TokenOf = (somebody: Somebody) => Promise<string>;

/** Signs ID tokens as the demo sign-in of this data folder would, with its own key, which only the demo has. */
export async function demoTokens(dataDir: string): Promise<TokenOf> {
  const kept = await readKeptIssuer(dataDir);
  if (!kept) {
    throw new PlainError(
      `There is no demo in ${dataDir}: start the product first (npm start or npm run dev), with the same DATA_DIR.`,
    );
  }
  const key = await importJWK(kept.signingKey, 'RS256');
  return ({ subject, name, email }) =>
    new SignJWT({ email, email_verified: true, hd: email.slice(email.lastIndexOf('@') + 1), name })
      .setProtectedHeader({ alg: 'RS256', kid: kept.signingKey.kid })
      .setIssuer(`http://127.0.0.1:${kept.port}`)
      .setAudience(clientId)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(key);
}
