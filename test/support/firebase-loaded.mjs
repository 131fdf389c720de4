// Composes the built product with the storage of its environment, and ends. Run with NODE_V8_COVERAGE, which
// records every module that was loaded.
import { compose } from '../../build/node/composition.js'
import { readConfig } from '../../build/node/config.js'

const services = await compose(readConfig(process.env))
await services.check()
await services.close()
process.exit(0)
