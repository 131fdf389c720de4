import type { Services } from '../server/composition.ts'

/** The address of a path as guests see it, for what leaves this site: QR codes, messages. */
export function absoluteUrl(path: string, request: Request, { config }: Pick<Services, 'config'>): string {
  // In demonstration no origin is set, and the request's is used.
  return new URL(path, config.publicOrigin ?? request.url).href
}
