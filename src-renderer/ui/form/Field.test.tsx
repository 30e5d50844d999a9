import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Field, type FieldProps } from './Field.tsx'

afterEach(cleanup)

const show = (props: Partial<FieldProps> = {}) => {
  render(
    <form onSubmit={(event) => event.preventDefault()}>
      <Field label="Bio" inputProps={{ maxLength: 10 }} {...props} />
    </form>,
  )
  return screen.getByLabelText<HTMLInputElement>('Bio')
}
const paste = (field: HTMLElement, text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } })
const said = () => screen.queryByRole('status')?.textContent ?? null

test('a pasted text that is too long says how much of it did not fit, until there is room again', () => {
  const field = show({ defaultValue: 'abcd', multiline: true })
  field.setSelectionRange(4, 4)
  paste(field, '123456')
  expect(said()).toBeNull()
  paste(field, '1234567')
  expect(said()).toBe('The last character of the pasted text did not fit.')
  fireEvent.input(field, { target: { value: 'abcd123456' } })
  expect(said()).not.toBeNull()
  fireEvent.input(field, { target: { value: 'abcd12345' } })
  expect(said()).toBeNull()
})

test('what is selected makes room for the pasted text, and line breaks count as the browser keeps them', () => {
  const field = show({ defaultValue: 'abcdefghij', multiline: true })
  field.setSelectionRange(0, 10)
  paste(field, '12345\r\n7890')
  expect(said()).toBeNull()
  field.setSelectionRange(0, 2)
  paste(field, '12345')
  expect(said()).toBe('The last 3 characters of the pasted text did not fit.')
})

test('a line drops line breaks, and the word about a paste goes when the form is sent', () => {
  const field = show({ defaultValue: '' })
  paste(field, '12345\n67890')
  expect(said()).toBeNull()
  paste(field, '12345678901')
  expect(said()).not.toBeNull()
  fireEvent.submit(field)
  expect(said()).toBeNull()
})

test('a field without a limit says nothing', () => {
  const field = show({ inputProps: {} })
  paste(field, 'x'.repeat(1000))
  expect(said()).toBeNull()
})
