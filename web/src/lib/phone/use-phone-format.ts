import { useQuery } from '@tanstack/react-query';
import { formatPhone, isForeign } from './format-phone.ts';

/** How these numbers are shown. The rules of all countries are large, and fetched only where one is not of the US. */
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
