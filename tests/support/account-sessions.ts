import { ok } from './fake-platform.ts'

/** The answer of `account.sessions` for somebody with this number of sessions, of which the first is this one. */
export const sessionsOf = (count: number) =>
  ok({
    data: Array.from({ length: count }, (_, at) => ({
      id: `01890000-0000-7000-8000-00000000010${at}`,
      device: 'Firefox on Linux',
      network: '192.0.2.0/24',
      createdAt: '2026-11-20T09:30:00.000Z',
      lastSeenAt: '2026-11-20T09:30:00.000Z',
      isCurrent: at === 0,
    })),
  })
