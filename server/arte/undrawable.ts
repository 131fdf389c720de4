import { assuntoOf, camposOf, NO_CONVITE, type Campo } from '../domain/assuntos.ts'
import { EventoError, type Evento } from '../domain/evento.ts'
import { isDrawable } from './certificado/lines.ts'
import { drawEvent } from './credencial-picture.ts'
import { createDrawing } from './drawing.ts'
import { writeLandscape, writePortrait, writePreview } from './invitation.ts'
import { wordingOf } from './wording.ts'

/** The fields the invitation shows as they were typed. */
const TEXTS = NO_CONVITE.filter((name) => assuntoOf(name).forma.kind === 'linha')

/** Words that every picture has room for. */
const SHORT = Object.fromEntries(TEXTS.map((name) => [name, 'A'])) as Partial<Evento>

/**
 * The fields of an event that its pictures have no room for, or have a sign no font here has, and those of who signs that
 * a certificate would have half of. Writes the words alone, without the scenery: some milliseconds, once the fonts are open.
 */
export function undrawableIn(evento: Evento): Campo[] {
  return [...unshownIn(evento), ...unsignedIn(evento)]
}

function unsignedIn({ assinaturas = [] }: Evento): Campo[] {
  return assinaturas.flatMap(({ nome, cargo }, at) => {
    const n = at === 0 ? '1' : '2'
    return [
      ...(isDrawable(nome, 'strong') ? [] : [`assina-${n}` as const]),
      ...(isDrawable(cargo, 'slanted') ? [] : [`cargo-${n}` as const]),
    ]
  })
}

function unshownIn(evento: Evento): Campo[] {
  if (canDraw(evento)) return []
  const alone = TEXTS.filter((name) => !canDraw({ ...evento, ...SHORT, [name]: evento[name] }))
  // Venue and city share a line.
  return alone.length > 0 ? alone.flatMap(camposOf) : ['local']
}

function canDraw(evento: Evento): boolean {
  const wording = wordingOf(evento)
  const blank = () => createDrawing(1600, 1920)
  try {
    writePortrait(blank(), blank(), wording)
    writeLandscape(blank(), wording)
    writePreview(blank(), wording)
    drawEvent(blank(), evento)
    return true
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return false
  }
}
