import type { EstadoDaPorta } from '../shown.ts'
import type { Cena } from './scene.ts'
import { icone, sinal } from './drawings.ts'
import type { Dito } from './announcement.ts'
import { button, element, oculto, setText } from './element.ts'
import { isOn, turn, type Preferencia } from './settings.ts'
import { canVibrate } from './signals.ts'

/** What the volunteer has to know besides the strip; empty text where all is well. */
export function notaOf({ conexao, lista, relogio }: EstadoDaPorta): string {
  if (conexao.kind === 'sem-pareamento')
    return 'Este celular não está pareado: o que ele lê fica guardado aqui. Abra de novo o link da equipe.'
  if (conexao.kind === 'recusado') return `${conexao.motivo} Nada se perde.`
  if (!lista && conexao.kind === 'sem-rede') return 'A lista ainda não chegou: chegue mais perto da rede.'
  if (relogio === null) return ''
  const minutes = Math.round(Math.abs(relogio) / 60_000)
  return `O relógio deste celular está ${minutes} min ${relogio > 0 ? 'atrasado' : 'adiantado'}. As entradas vão na hora certa.`
}

/** A switch that a thumb does not hit by chance: above, at the edge. */
function chave(what: Preferencia, name: string, changed: () => void): HTMLButtonElement {
  const drawn = () => {
    const on = isOn(what)
    made.setAttribute('aria-pressed', String(on))
    const off = what === 'som' ? 'mudo' : 'sem-vibrar'
    made.replaceChildren(icone(on ? what : off), oculto(name))
  }
  const made = button(`chave chave-${what}`, '', () => {
    turn(what, !isOn(what))
    drawn()
    changed()
  })
  drawn()
  return made
}

/** The last verdict, which stays in sight. */
export function chipOf(dito: Dito, reopen: () => void): HTMLButtonElement {
  const nome = element('b', '', dito.nome || dito.lido || dito.quando)
  nome.dir = 'auto'
  const made = button(`ultimo ${dito.field.split(' ')[0] ?? ''}`, [], reopen)
  made.append(sinal(dito.sinal), element('span', '', `${dito.resumo} `, nome))
  return made
}

/** The viewfinder. `heard`: tries what was just switched on. */
export function openLendo(state: () => EstadoDaPorta, chip: HTMLElement | null, heard: () => void): Cena {
  const title = element('h1', '')
  const nota = element('p', 'nota')
  nota.setAttribute('role', 'status')
  const keys = [chave('som', 'Som', heard)]
  if (canVibrate()) keys.push(chave('vibrar', 'Vibração', heard))
  const main = element('main', 'visor', title, ...keys, element('div', 'mira'), nota)
  if (chip) main.append(chip)
  const update = () => {
    const now = state()
    setText(title, now.lista ? 'Aponte para o QR' : 'Esperando a lista')
    setText(nota, notaOf(now))
  }
  update()
  return { modo: 'lendo', title: 'Lendo', main, isReading: () => true, update }
}
