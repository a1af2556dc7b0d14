import type { IssuedIdentity } from '@koinonia/contracts/identity-internal.ts';
import { copyPicture, maxPictureAddressLength } from '@koinonia/contracts/media-internal.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import type { PersonRow } from '../database/schema.ts';

/** Offers media the picture that the issuer sent, for a person without a photo. Nobody waits for it. */
export type OfferPicture = (person: PersonRow, issued: IssuedIdentity) => void;

/** Media copies one picture per person, however often it is offered; a lost offer is repeated at the next sign-in. */
export function createPictureOffer(media: ServiceClient, log: Logger): OfferPicture {
  return (person, { picture }) => {
    if (person.photo_url !== '' || picture === '' || picture.length > maxPictureAddressLength) return;
    media
      .call(copyPicture, { params: { id: person.id }, body: { picture } })
      .catch((err: unknown) => log.warn({ err }, 'a picture could not be offered to media'));
  };
}
