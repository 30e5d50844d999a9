/** The screens' tests keep keys of input methods from the app, as src-renderer/main.tsx does. */
import { leaveKeysToInputMethods } from '../../src-renderer/lib/composing.ts'

leaveKeysToInputMethods()
