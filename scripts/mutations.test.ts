import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applied, mutationsOf, randomFrom, shuffled, typeChecker } from './mutations.ts'

const changed = (text: string): string[] => mutationsOf('a.ts', text).map((mutation) => applied(text, mutation))

test('comparisons, conditions, numbers, true and false, calls and entries are changed, one at a time', () => {
  expect(changed('a === b')).toEqual(['a !== b'])
  expect(changed('a < b')).toEqual(['a <= b'])
  expect(changed('a && b')).toEqual(['a || b'])
  expect(changed('a ?? b')).toEqual(['a'])
  expect(changed('!a')).toEqual(['a'])
  expect(changed('x = 7')).toEqual(['x = (7 + 1)'])
  expect(changed('x = true')).toEqual(['x = false'])
  expect(changed('if (a) b = c')).toEqual(['if (true) b = c', 'if (false) b = c'])
  expect(changed('x = a ? b : c')).toEqual(['x = (b)', 'x = (c)'])
  expect(changed('await save(a)')).toEqual([';'])
  expect(changed('x = list.some(isOpen)')).toEqual(['x = list.every(isOpen)'])
  expect(changed('x = list.filter(isOpen)')).toEqual(['x = list'])
  expect(changed('x = { a, b: c }')).toEqual(['x = {  b: c }', 'x = { a,  }'])
})

test('types, imports and texts for people are left alone', () => {
  const text = `import { a } from 'b'\ntype C = { d: true; e: 1 }\nconst f: 1 | 2 = g\nconst h = 'words' + i`
  expect(changed(text)).toEqual([])
})

test('the same seed draws the same order, another seed another', () => {
  const draw = (seed: number) => shuffled([...'abcdefghij'], randomFrom(seed)).join('')
  expect(draw(1)).toBe(draw(1))
  expect(draw(1)).not.toBe(draw(2))
  expect([...draw(1)].sort().join('')).toBe('abcdefghij')
})

test(
  'the type checker refuses a change that the compiler would refuse, and accepts one that only a test can notice',
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-mutations-'))
    try {
      writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"types":[]},"files":["a.ts"]}')
      const path = join(folder, 'a.ts')
      writeFileSync(path, 'export const isAdult = (age: number): boolean => age >= 18\n')
      const fits = typeChecker(join(folder, 'tsconfig.json'))
      expect(fits(path, 'export const isAdult = (age: number): boolean => age > 18\n')).toBe(true)
      expect(fits(path, 'export const isAdult = (age: number): boolean => age\n')).toBe(false)
      expect(fits(path, 'export const isAdult = (age: number): boolean => age <= 18\n')).toBe(true)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
