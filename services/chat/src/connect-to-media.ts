import { createCallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import { createServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import { createAttachments } from './attachments.ts';
import type { ChatConfig } from './config.ts';

/** All calls from chat to media: the data of attachments, and which of them no message names any more. */
export function connectToMedia(config: ChatConfig) {
  const nodes = createServiceNodes(config.mediaUrls);
  const sign = createCallerSigner(config.internalSecret);
  const media = createServiceClient({ nodes, audience: 'media', as: 'chat', sign });
  return { attachments: createAttachments(media), close: media.close };
}
