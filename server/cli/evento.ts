import { isRetold, NO_CONVITE } from '../domain/assuntos.ts'
import { EventoError } from '../domain/evento.ts'
import type { Motivo } from '../domain/gravacao.ts'
import { CLI } from '../domain/historico.ts'
import { hasConvidadoData } from '../domain/personal-data.ts'
import { printable } from '../domain/text.ts'
import { describedIn } from '../follow-evento.ts'
import { readEvento } from '../config.ts'
import { beginOutro } from '../use-cases/balanco.ts'
import { requestOf } from '../use-cases/describe-evento.ts'
import { chooseCommand, refuse, withOne, withOptions, EXIT } from './cli.ts'

/** `evento ler`: prints the stored description, as `evento gravar` takes it. */
const read = withOptions({}, async ({ services, out, err }) => {
  const gravado = await services.eventos.find()
  if (!gravado?.evento)
    return refuse(err, 'Ainda não há evento descrito: abra /painel/evento, ou npm run evento -- gravar.')
  out(JSON.stringify(gravado.evento, null, 2))
  return EXIT.done
})

/** `evento gravar`: stores the description in a file, in place of the stored one. */
const store = withOne({ avisar: { type: 'boolean' } }, async ({ services, out, err }, file, { avisar }) => {
  try {
    const evento = readEvento(file)
    const undrawable = await services.undrawableIn(evento)
    if (undrawable.length > 0) return refuse(err, undrawableSentence(undrawable), 'Nada foi gravado.')
    const guardado = await services.eventos.find()
    const stored = guardado?.evento ? guardado : null
    const first = describedIn({ ...services.config, isDescribed: true, evento })
    const gravacao = await services.eventos.gravar(
      {
        ...requestOf(services, stored, { evento, avisar: avisar === true }),
        ...(first && { eventoid: first.eventoid }),
      },
      services.autorOf(CLI),
    )
    switch (gravacao.kind) {
      case 'gravado':
        out(`Evento gravado, versão ${gravacao.gravado.versao}. As páginas mudam em até dez segundos.`)
        if (stored?.imagemid && isRetold(NO_CONVITE, stored.evento, evento))
          out('A imagem própria continua no convite: se o que mudou está escrito nela, envie outra.')
        return EXIT.done
      case 'mudou-entretanto':
        return refuse(err, 'Alguém gravou o evento agora mesmo, e nada foi gravado: confira e rode de novo.')
      case 'outro-evento':
        return refuse(err, 'Outro evento foi começado agora mesmo, e nada foi gravado: rode de novo.')
      case 'recusado':
        return refuse(err, ...gravacao.motivos.map((motivo) => MOTIVOS[motivo]), 'Nada foi gravado.')
      default:
        return gravacao satisfies never
    }
  } catch (error) {
    if (!(error instanceof EventoError)) throw error
    return refuse(err, printable(error.message))
  }
})

const undrawableSentence = (names: string[]) =>
  `O convite, ou o certificado, não consegue mostrar ${names.join(', ')}: encurte, ou tire sinais incomuns, como emojis.`

const MOTIVOS: Record<Motivo, string> = {
  'ja-terminou': 'O evento já terminou: as datas dele não mudam mais, nem que aconteceu.',
  'apaga-depois':
    'Quem se cadastrou recebeu a promessa de um dia para apagar os dados: ele não fica para mais tarde.',
}

const OUTRO = { sim: { type: 'boolean' }, contatos: { type: 'boolean' } } as const

/** `evento outro`: begins another event once the former is erased; without --sim says what would follow. */
const another = withOptions(OUTRO, async ({ services, out, err }, { sim = false, contatos = false }) => {
  const { eventos, newId, credenciais } = services
  const stored = await eventos.find()
  if (!stored?.evento)
    return refuse(err, 'Não há evento descrito: o próximo espera por npm run evento -- gravar.')
  if (!sim) {
    if (hasConvidadoData(await credenciais.countPersonalData())) return refuse(err, ...ERASE_FIRST)
    out(
      `Termina “${printable(stored.evento.titulo)}”. Ficam as empresas com o total de convites, todos livres, e a organização.`,
    )
    out(
      'Acabam os links das mesas, os convites pessoais, as entradas, os celulares da porta, os textos e o histórico.',
    )
    out('Nada mudou, e não se desfaz. Para começar outro evento: npm run evento -- outro --sim')
    return EXIT.done
  }
  const request = { de: stored.eventoid, eventoid: newId(), areContactsErased: contatos }
  const comeco = await beginOutro(services, request, services.autorOf(CLI))
  switch (comeco.kind) {
    case 'comecou':
      out('O evento anterior terminou. Os convidados leem EM BREVE até o próximo ser descrito.')
      return EXIT.done
    case 'ja-comecou':
      return refuse(err, 'Alguém começou outro evento agora mesmo, e nada mudou.')
    case 'apague-antes':
      return refuse(err, ...ERASE_FIRST)
    default:
      return comeco satisfies never
  }
})

const ERASE_FIRST = [
  'Ainda há dados de convidados deste evento, e nada mudou.',
  'Apague-os antes: npm run expurgo diz o que há e quando é o prazo.',
]

/** `npm run evento -- …` */
export const evento = chooseCommand(
  `Uso:
  npm run evento -- ler
      Mostra a descrição do evento que está gravada.
  npm run evento -- gravar ARQUIVO.json [--avisar]
      Grava a descrição de um arquivo no lugar dela; --avisar, se os convidados precisam saber do que mudou.
  npm run evento -- outro [--sim] [--contatos]
      Começa outro evento, depois do expurgo. Sem --sim só diz o que fica e o que acaba. Com --contatos apaga também
      quem responde pelas empresas.`,
  { ler: read, gravar: store, outro: another },
)
