import { lazyPart } from '#lib/lazy-code.tsx'

// What few people open is code of its own.

export const ApplicationSheet = lazyPart(
  async () => (await import('#parts/letters/ApplicationSheet.tsx')).ApplicationSheet,
)
export const OwnApplication = lazyPart(async () => (await import('#parts/letters/OwnApplication.tsx')).OwnApplication)
export const KeptLetter = lazyPart(async () => (await import('#parts/letters/KeptLetter.tsx')).KeptLetter)
