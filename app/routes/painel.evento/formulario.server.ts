import type { Services } from '../../../server/composition.ts'
import { assuntoOf, toldIn } from '../../../server/domain/assuntos.ts'
import { CAMPOS, descricaoOf, joined, NOVA, type Descricao } from '../../../server/domain/descricao.ts'
import type { Evento } from '../../../server/domain/evento.ts'
import { escolhaOf, isChosen } from '../../../server/use-cases/imagem.ts'
import { modeloIn } from '../../../server/domain/evento-gravado.ts'
import { linhaOf, prazosOf } from '../../../server/use-cases/describe-evento.ts'
import type { Equipe } from '~/shared/equipe.server'
import { doneAt } from '~/shared/event-clock'
import { seeOther, type Fields } from '~/shared/remix.server'
import type { Formulario, Typed } from './form.tsx'
import { escolhaIn, type Sent } from './imagem.server.ts'
import type { Falhas } from './imagem.tsx'
import { dayTold, endTold, IMAGEM, imagemTold, weekdayTold } from './palavras.ts'

export const HREF = '/painel/evento'

/** The stored event, or what the one before it offers, as a form holds it. */
export async function storedTyped({ gravado, guardado, eventos }: Services): Promise<Typed> {
  const typed = descricaoOf(gravado?.evento ?? modeloIn(guardado))
  const [versao, eraImagem] = [gravado?.versao ?? null, gravado?.imagemid ?? '']
  return { versao, typed, era: typed, escolha: await escolhaOf(guardado, eventos), eraImagem }
}

export function typedIn({ fields, enviadas }: Pick<Sent, 'fields' | 'enviadas'>): Typed {
  return {
    typed: descricaoIn(fields, ''),
    era: descricaoIn(fields, 'era-'),
    versao: versaoIn(fields),
    escolha: escolhaIn({ fields, enviadas }),
    eraImagem: fields('era-imagem') ?? '',
  }
}

/** The form with what was typed; `evento`, if that is a valid event, gives the weekdays. */
export function formularioOf({ typed, ...rest }: Typed, evento: Evento | null = null): Formulario {
  const ditos = evento && {
    inicio: weekdayTold(evento.inicio),
    fim: endTold(evento),
    diasAteApagar: `Em dias, contados do fim do evento. Com ${evento.diasAteApagar}, será em ${dayTold(evento.inicio, prazosOf(evento).eraseAt)}.`,
  }
  return { ...rest, descricao: typed, ditos, errors: {}, falhas: {}, mudou: null, isSame: false }
}

/** The form with what was typed and what someone else stored, field by field. Nothing is stored. */
export async function changedMeanwhile(
  { services }: Equipe,
  { typed, era, escolha, eraImagem }: Typed,
  falhas: Falhas = {},
): Promise<{ kind: 'form' } & Formulario> {
  const { gravado, historico, equipe, now } = services
  if (!gravado) throw seeOther(`${HREF}/outro?feito=ja-comecou`)
  const { evento, versao } = gravado
  const agora = await storedTyped(services)
  const { descricao, mudados } = joined(era, typed, agora.typed)
  const linha = await linhaOf(historico, gravado)
  const nomes = await equipe.nomesOf(linha ? [linha.quem] : [])
  const nome = (linha && nomes.get(linha.quem)) ?? ''
  const isOther = eraImagem !== agora.eraImagem
  const isMine = isChosen(escolha, eraImagem)
  const told = mudados.map(({ assunto, isMine }) => ({
    nome: assuntoOf(assunto).nome,
    valor: toldIn(evento, assunto),
    isMine,
  }))
  if (isOther) told.push({ nome: IMAGEM, valor: imagemTold(agora.escolha.convite), isMine })
  const mudou = {
    quem: nome === '' ? 'outra pessoa da organização' : nome,
    quando: linha ? doneAt(evento.inicio, linha.em, now()) : null,
    canceladoem: gravado.canceladoem !== null,
    mudados: told,
  }
  const mine = isOther && !isMine ? { ...agora.escolha, logo: escolha.logo } : escolha
  const form = { versao, typed: descricao, era: agora.typed, escolha: mine, eraImagem: agora.eraImagem }
  return {
    kind: 'form',
    ...formularioOf(form),
    falhas,
    mudou,
  }
}

export function descricaoIn(fields: Fields, prefix: '' | 'era-'): Descricao {
  const read = Object.fromEntries(CAMPOS.map((campo) => [campo, fields(prefix + campo) ?? '']))
  const { ate, nomes, ...rest } = { ...NOVA, ...read }
  // Browsers do not send an unticked box.
  return { ...rest, ate: ate === 'data' ? 'data' : 'fim', nomes: nomes === 'sim' ? 'sim' : 'nao' }
}

export function versaoIn(fields: Fields): number | null {
  const raw = fields('versao') ?? ''
  return /^[1-9]\d{0,9}$/.test(raw) ? Number(raw) : null
}
