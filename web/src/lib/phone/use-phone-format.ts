import { useQuery } from '@tanstack/react-query';
import { formatPhone, isForeign } from './format-phone.ts';

/** Formats phone numbers. The rules of all countries are large, and fetched only when a number is not from the US. */
export function usePhoneFormat(numbers: readonly string[]): (number: string) => string {
  const { data: international } = useQuery({
    queryKey: ['international-phone-format'],
    queryFn: async () => (await import('./international-format.ts')).internationalFormat,
    enabled: numbers.some(isForeign),
    networkMode: 'always',
    staleTime: Infinity,
  });
  return (number) => formatPhone(number, international);
}
