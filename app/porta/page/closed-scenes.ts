import type { EstadoDaPorta } from '../shown.ts'
import { page } from './notices.ts'
import type { Cena } from './scene.ts'
import { figura } from './drawings.ts'
import { button, element, setText } from './element.ts'
import { horaOf } from './clock-time.ts'

/** The door is closed on this phone: nothing to read, to search or to type. */
const closed = (title: string, main: HTMLElement, update: () => void): Cena => ({
  ...{ modo: 'aviso', title, main, isAlone: true, isReading: () => false, update },
})

/** No pairing, and no list either. */
export function openParear(state: () => EstadoDaPorta): Cena {
  const link = element('a', 'agir', 'DIGITAR O CÓDIGO')
  link.href = '/equipe'
  const kept = element('p', 'nota')
  const main = page(
    'porteira-aberta',
    'PAREAR ESTE CELULAR',
    [
      'Abra neste celular o link que a organização mandou, ou digite o código dele.',
      'A lista de convidados fica guardada aqui, para funcionar sem rede, e se apaga sozinha 12 horas depois do evento.',
    ],
    ...[kept, link],
  )
  const update = () => {
    const { porEnviar } = state()
    const entradas = porEnviar === 1 ? '1 entrada' : `${porEnviar} entradas`
    const text = `Por enviar: ${entradas}. Nada se perde: segue daqui depois de parear.`
    setText(kept, porEnviar === 0 ? '' : text)
  }
  update()
  return closed('Parear', main, update)
}

function desligadoText({ conexao, apagadaem }: EstadoDaPorta): string {
  if (conexao.kind === 'revogado')
    return `A organização desligou este celular da portaria às ${horaOf(conexao.revogadoem)}. A lista de convidados foi apagada daqui.`
  return `A lista de convidados foi apagada daqui às ${horaOf(apagadaem ?? 0)}.`
}

/** What is to be done about what is unsent. */
function notaOf({ porEnviar, depoisDeDesligado: depois }: EstadoDaPorta): string {
  if (porEnviar === 0) return 'Tudo o que este celular leu já foi enviado. Pode fechar esta página.'
  if (depois < porEnviar) return 'Elas não se perdem: deixe esta página aberta, com rede.'
  const entradas = depois === 1 ? '1 entrada' : `${depois} entradas`
  return `${entradas} de depois de o celular ser desligado: não contam. Mostre esta tela à organização.`
}

/** A revoked phone, or one whose evening is over: no list, and perhaps something unsent. */
export function openDesligado(state: () => EstadoDaPorta, sync: () => Promise<void>): Cena {
  const isRevogado = state().conexao.kind === 'revogado'
  const label = element('label', '')
  label.htmlFor = 'envio'
  const bar = element('progress', '')
  bar.id = 'envio'
  const nota = element('p', 'nota entre')
  let isSending = false
  const enviar = button('agir', 'ENVIAR AGORA', () => {
    if (isSending) return
    isSending = true
    setText(enviar, 'ENVIANDO')
    void sync().finally(() => {
      isSending = false
      setText(enviar, 'ENVIAR AGORA')
    })
  })
  const engano = element('p', 'nota centro folga')
  if (isRevogado) engano.append('Foi engano? Peça um novo código à organização e ', pairLink(), '.')
  const title = isRevogado ? 'APARELHO DESLIGADO' : 'A LISTA FOI APAGADA'
  const texto = element('p', 'folga')
  const centro = element('div', 'centro', element('h1', '', title), texto)
  const below = element('div', 'baixo', label, bar, nota, enviar, engano)
  const update = () => {
    const now = state()
    const { porEnviar } = now
    const all = Math.max(now.feitas, porEnviar)
    setText(texto, desligadoText(now))
    for (const part of [bar, label, enviar]) part.hidden = porEnviar === 0
    setText(
      label,
      `${porEnviar === 1 ? 'Falta' : 'Faltam'} enviar ${porEnviar} de ${all} ${all === 1 ? 'entrada' : 'entradas'}`,
    )
    Object.assign(bar, { max: Math.max(all, 1), value: all - porEnviar })
    setText(nota, notaOf(now))
  }
  update()
  return closed(
    isRevogado ? 'Desligado' : 'Lista apagada',
    element('main', 'folha', figura('porteira-fechada'), centro, below),
    update,
  )
}

function pairLink(): HTMLElement {
  const link = element('a', '', 'pareie de novo')
  link.href = '/equipe'
  return link
}
