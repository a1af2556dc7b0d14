import {
  checkMember,
  forgetPersonInChats,
  listChatPictures,
  releaseAttachments,
  setChatPicture,
} from '@koinonia/contracts/chat-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { requireProcess, routeOf } from '@koinonia/kit/http/routes.ts';
import { isMember, mayRead } from '../access.ts';
import { changePicture, type ChangePictureDependencies } from '../chats/change-picture.ts';
import { selectPhotos } from '../chats/queries.ts';
import { forgetPerson } from '../former-members/forget-person.ts';
import type { TellMessages } from '../messages/tell-messages.ts';
import { ownWordsRoutes } from '../own-words/routes.ts';
import type { Messenger } from '@koinonia/kit/work/messenger.ts';
import { releaseAttachments as release } from '../withdrawals/release.ts';

interface Dependencies extends ChangePictureDependencies {
  tellMessages: TellMessages;
  withdrawals: Messenger;
}

/** Calls from the other services; never forwarded from outside. */
export function internalRoutes(app: Service, dependencies: Dependencies): void {
  app.addHook('onRequest', requireProcess);
  ownWordsRoutes(app, dependencies);

  app.route({
    ...routeOf(checkMember),
    handler: async ({ params, body: { uid, attachmentUrl: url } }) => ({
      isMember: await (url === undefined
        ? isMember(dependencies.db, uid, params.id)
        : mayRead(dependencies.db, uid, params.id, url)),
    }),
  });

  app.route({
    ...routeOf(setChatPicture),
    handler: async ({ params, body }) => changePicture(dependencies, body.uid, params.id, body.photoURL),
  });

  app.route({
    ...routeOf(listChatPictures),
    handler: async ({ body }) => ({ photoURLs: await selectPhotos(dependencies.db, body.chatIds) }),
  });

  app.route({
    ...routeOf(releaseAttachments),
    handler: async ({ body }) => release(dependencies.db, body),
  });

  app.route({
    ...routeOf(forgetPersonInChats),
    handler: async ({ params }) => forgetPerson(dependencies, params.id),
  });
}
