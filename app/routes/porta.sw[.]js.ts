import { portaServiceWorker } from '~/porta/shell.server'

/** The script that opens the door without a network. */
export function loader() {
  return portaServiceWorker()
}
