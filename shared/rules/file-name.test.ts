import { expect, test } from 'vitest'
import { exportName, safeFileName } from './file-name.ts'

test.each([
  ['План 計画 (1).pdf', 'План 計画 (1).pdf'],
  ['../../.bashrc', 'bashrc'],
  ['C:\\Windows\\x.exe', 'x.exe'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['what?  why*.txt', 'what_ why_.txt'],
  ['con.txt', '_con.txt'],
  ['...', 'file'],
  ['', 'file'],
  ['\u3164', 'file'],
  ['\u2800\u115f.tar.gz', 'file.tar.gz'],
  ['\u3164.txt', 'file.txt'],
  ['\u0301.png', 'file.png'],
  ['é\u3164.txt', 'é\u3164.txt'],
  [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(116)}.pdf`],
])('a file named %j is called %j', (given, name) => {
  expect(safeFileName(given)).toBe(name)
})

test('[COL-14] the file is named after project and day, and the name is safe whatever the project is called', () => {
  const now = new Date('2026-01-05T10:00:00.000Z')
  expect(exportName('collaborators', 'Harbour map: tides & charts', now, 'csv')).toBe(
    'collaborators-harbour-map-tides-charts-2026-01-05.csv',
  )
  expect(exportName('collaborators', '../..\\Café', now, 'csv')).toBe('collaborators-cafe-2026-01-05.csv')
  expect(exportName('collaborators', '***', now, 'csv')).toBe('collaborators-2026-01-05.csv')
})
