import { databaseSettings } from './database.ts'
import { fileSettings } from './files.ts'
import { limitSettings } from './limits.ts'
import { mailSettings } from './mail.ts'
import { operatingSettings } from './operating.ts'
import { peopleSettings } from './people.ts'
import { placeSettings } from './place.ts'
import { serviceSettings } from './services.ts'
import { webSettings } from './web.ts'
import { webhookSettings } from './webhooks.ts'

export type { Setting } from './setting.ts'

/** All settings, in the order of `--help`; the key is the setting's name in the config file. */
export const settings = {
  ...placeSettings,
  ...databaseSettings,
  ...webSettings,
  ...peopleSettings,
  ...mailSettings,
  ...fileSettings,
  ...limitSettings,
  ...operatingSettings,
  ...serviceSettings,
  ...webhookSettings,
}
