import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { PersonLine } from './PersonLine.tsx'

const show = (line: React.ReactElement) => render(<MemoryRouter>{line}</MemoryRouter>).container.textContent

test('a person is shown by initials and name, then the username', () => {
  expect(show(<PersonLine person={{ name: 'Kofi Mensah', username: 'kofimensah' }} detail="Admin" />)).toBe(
    'KMKofi Mensah@kofimensah · Admin',
  )
})

test('a person without a name is shown by the username, once', () => {
  expect(show(<PersonLine person={{ name: '', username: 'kofimensah' }} />)).toBe('Kkofimensah')
  expect(show(<PersonLine person={{ username: 'tom' }} detail="t@x.test" />)).toBe('Ttomt@x.test')
})

test('in a compact line the name stands alone, with the username as its tooltip', () => {
  expect(show(<PersonLine isCompact person={{ name: 'Kofi Mensah', username: 'kofimensah' }} />)).toBe('KMKofi Mensah')
  expect(screen.getByTitle('@kofimensah').textContent).toBe('Kofi Mensah')
})

test('with an address the name leads to the profile', () => {
  show(<PersonLine person={{ name: 'Kofi Mensah', username: 'kofimensah' }} href="/profile/kofimensah" isViewer />)
  expect(screen.getByRole('link', { name: 'Kofi Mensah' }).getAttribute('href')).toBe('/profile/kofimensah')
  expect(screen.getByText('(you)')).toBeTruthy()
})
