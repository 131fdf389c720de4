import { portaServiceWorker } from '~/porta/shell.server'

export function loader() {
  return portaServiceWorker()
}
