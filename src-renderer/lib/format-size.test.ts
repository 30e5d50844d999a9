import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test('sizes are shown in the largest fitting unit, in steps of 1,024 as the limit counts', () => {
  const read = [0, 1, 1023, 1024, 1536, 1024 * 1024 - 1, 25 * 1024 * 1024, 3 * 1024 ** 3, 5 * 1024 ** 4].map(formatSize)
  expect(read).toEqual(['0 B', '1 B', '1,023 B', '1 KB', '1.5 KB', '1 MB', '25 MB', '3 GB', '5,120 GB'])
})
