import { expect, test } from 'vitest'
import { newRecoveryCodes, readCode } from './two-step-codes.ts'

test('a recovery code is read with every dash and blank that programs make of ours', () => {
  const [code = ''] = newRecoveryCodes()
  const plain = code.replaceAll('-', '')
  for (const sign of [
    '-',
    '\u2013',
    '\u2014',
    '\u2010',
    '\u2011',
    '\u2212',
    '\uff0d',
    ' ',
    '\u00a0',
    '\u202f',
    '\u3000',
    '',
    ' \u2013 ',
    '\u00ad',
    '\u200b',
  ])
    expect(readCode(code.replaceAll('-', sign)), JSON.stringify(sign)).toEqual({ is: 'recovery', code: plain })
  expect(readCode('\uff11\uff12\uff13 456')).toEqual({ is: 'app', code: '123456' })
  for (const digits of ['١٢٣٤٥٦', '۱۲۳ ۴۵۶']) expect(readCode(digits)).toEqual({ is: 'app', code: '123456' })
  expect(readCode(`${code}_`)).toBeNull()
})
