import { expect, test } from 'vitest';
import { firstPage } from './pages.ts';

test('of a device whose address is not known any more, the page says when it was last there', () => {
  const deviceWith = (address: string) => ({
    id: 'x',
    current: false,
    device: 'Firefox on Linux',
    address,
    createdAt: '2026-11-20T08:00:00.000Z',
    lastSeenAt: '2026-11-21T08:30:00.000Z',
  });
  const profile = {
    uid: 'ruth',
    displayName: 'Ruth',
    email: 'ruth@base.example',
    phone: '',
    photoURL: '',
    role: 'member' as const,
    theme: 'auto' as const,
    active: true,
    groups: [],
    memberships: [],
    createdAt: '2026-11-20T08:00:00.000Z',
    deletionRequestedAt: null,
  };
  const devices = [deviceWith('203.0.113.7'), deviceWith('')];
  const { text } = firstPage({ exportedAt: '2026-11-21T09:00:00.000Z', profile, devices, acts: [] }, []);
  expect([...text.matchAll(/<td[^>]*>([^<]*last seen)/g)].map(([, told]) => told)).toEqual([
    '203.0.113.7, last seen',
    'last seen',
  ]);
});
