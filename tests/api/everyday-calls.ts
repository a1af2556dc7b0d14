import type { Product } from '../support/product.ts';
import { answersInGeneral } from './answers-in-general.ts';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { changingChats } from './changing-chats.ts';
import { firstAnswers } from './first-answers.ts';
import { groupPictures } from './group-pictures.ts';
import { openingChats } from './opening-chats.ts';
import { ownData } from './own-data.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { reacting } from './reacting.ts';
import { readingAndDeleting } from './reading-and-deleting.ts';
import { sending } from './sending.ts';
import { sharingFiles } from './sharing-files.ts';
import { tokens } from './tokens.ts';

/** Tests of the calls of everyday use over HTTP, from outside; the same for every form of the product. */
export function everydayCalls(product: () => Product): void {
  answersInGeneral(product);
  tokens(product);
  firstAnswers(product);
  people(product);
  openingChats(product);
  sending(product);
  pages(product);
  readingAndDeleting(product);
  changingChats(product);
  groupPictures(product);
  reacting(product);
  sharingFiles(product);
  ownData(product);
  atTheSameMoment(product);
}
