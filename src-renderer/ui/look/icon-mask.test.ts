import * as calendar from 'lucide-react/icons/calendar-days'
import * as menu from 'lucide-react/icons/ellipsis-vertical'
import * as flag from 'lucide-react/icons/flag'
import * as lines from 'lucide-react/icons/list-checks'
import * as comment from 'lucide-react/icons/message-square'
import { expect, test } from 'vitest'
import { iconBefore } from './icon-mask.ts'

test.each(Object.entries({ calendar, menu, flag, lines, comment }))(
  'the icon %s is drawn as a picture that a browser can read',
  (_, modul) => {
    const { mask, width } = iconBefore(modul, 13)['&::before']
    const [, address = ''] = /^url\("data:image\/svg\+xml,([^"]+)"\)/.exec(mask) ?? []
    const picture = new DOMParser().parseFromString(decodeURIComponent(address), 'image/svg+xml')
    expect(picture.querySelector('parsererror')).toBeNull()
    expect(picture.documentElement.getAttribute('viewBox')).toBe('0 0 24 24')
    expect(picture.documentElement.children.length).toBeGreaterThan(0)
    expect(width).toBe(13)
  },
)
