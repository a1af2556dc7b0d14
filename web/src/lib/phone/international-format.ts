import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { InternationalFormat } from './format-phone.ts';

export const internationalFormat: InternationalFormat = (number) => {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isPossible() ? parsed.formatInternational() : undefined;
};
