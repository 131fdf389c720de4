import { noStore, seeOther } from '~/shared/remix.server'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ErasureLeft } from '../../server/domain/backups.ts'
import { type PersonalData, hasConvidadoData } from '../../server/domain/personal-data.ts'
import { Field, ErrorSummary, Option, Outcome } from '~/shared/field'
import { countOf } from '~/shared/words'
import { Painel, painelTitled } from '~/painel/painel'
import { painelAction, painelLoader } from '~/shared/equipe.server'
import type { Services } from '../../server/composition.ts'
import { pairingEndsAt } from '../../server/domain/aparelho.ts'
import type { Autor } from '../../server/domain/historico.ts'
import { clearAvips, eraseConvidados, surveyErasure } from '../../server/use-cases/erase-convidados.ts'
import { isStorageError, otherwise } from '~/shared/failure.server'
import { dayWithYear } from '../../server/domain/quando.ts'
import { NOT_FOUND } from '../../server/domain/errors.ts'
import { ERRORS } from '../../server/error-words.ts'
import { isClosed } from '~/shared/closing.server'

export const loader = painelLoader(async ({ services }) => {
  const survey = await surveyErasure(services)
  const { evento } = services.config
  return {
    ...survey,
    hasConvidados: hasConvidadoData(survey.pessoal),
    areCopiesErased: services.backups !== null,
    left: services.backups?.left() ?? [],
    isClosed: isClosed(services),
    // Until an event is described, the placeholder's dates were promised to nobody.
    prazo: services.gravado && {
      dia: dayWithYear(evento.fim, services.eraseAt),
      fecha: dayWithYear(evento.fim, pairingEndsAt(evento, 'organizacao')),
    },
  }
})

export const action = painelAction(async ({ services, autor }, { request }) => {
  const expurgo = await erase(services, await request.formData(), autor())
  if (typeof expurgo === 'string') throw seeOther(`/painel/expurgo?feito=${expurgo}`)
  return noStore(expurgo, expurgo.kind === 'falhou' ? 503 : 422)
})

const WORD = 'APAGAR'

/** How long one request erases, in milliseconds; the next continues from there. */
const LONGEST_MS = 20_000

type Expurgo =
  /**
   * `aos-poucos`: the avips are still to be cleared, which maintenance does. `restos`: bytes or copies remain
   * too, for which the disk has no room.
   */
  | ('apagado' | 'aos-poucos' | 'restos')
  /** It takes longer than one request; sent again, it continues. */
  | 'continuar'
  /** Storage did not answer; the page says what is still stored. */
  | { kind: 'falhou' }
  | { kind: 'recusado'; campo: 'palavra' | 'antes'; message: string }

/** Erases every guest if the form says so. */
async function erase(services: Services, form: FormData, autor: Autor): Promise<Expurgo> {
  const palavra = form.get('palavra')
  if (typeof palavra !== 'string' || palavra.trim().toUpperCase() !== WORD)
    return { kind: 'recusado', campo: 'palavra', message: `Digite ${WORD} para confirmar.` }
  const isSaid = (box: string) => form.get(box) === 'sim'
  const asked = { isEarlyAllowed: isSaid('antes'), areContactsErased: isSaid('contatos') }
  const begun = performance.now()
  try {
    const erasure = await eraseConvidados(services, asked, autor, () => {
      if (performance.now() - begun > LONGEST_MS) throw new OutOfTime()
    })
    if (erasure.kind === 'too-early') {
      const message = 'O prazo ainda não chegou. Para apagar mesmo assim, marque a caixa.'
      return { kind: 'recusado', campo: 'antes', message }
    }
    if (erasure.left.length > 0) return 'restos'
  } catch (error) {
    if (error instanceof OutOfTime) return 'continuar'
    if (!isStorageError(error)) throw error
    services.log.error({ err: error }, 'the erasure failed')
    return { kind: 'falhou' }
  }
  // The guests are already erased, whatever becomes of this.
  const cleared = await clearAvips(services).catch(
    otherwise(services, null, 'avips of erased guests could not be cleared yet'),
  )
  const isCleared = cleared !== null && cleared.due + cleared.refused.length === 0
  return isCleared ? 'apagado' : 'aos-poucos'
}

class OutOfTime extends Error {}

export const meta = painelTitled('Apagar os dados')

/** What an erasure on a full disk has left to do. */
const LEFT: Record<ErasureLeft, string> = {
  bytes: 'sobrescrever nos arquivos do banco o que foi apagado',
  copies: 'apagar cópias de segurança de antes',
  note: 'anotar na pasta das cópias que houve a exclusão',
}

/** What an erasure removes; labels, notes, messages and uploads only if there are any. */
function whatIsErased(
  { convidados, rotulos, anotados, envios, planilhas, nomes }: PersonalData,
  areCopiesErased: boolean,
): string {
  return [
    `${countOf(convidados, 'convidado', 'convidados')}, com nome, WhatsApp, e-mail e credencial`,
    rotulos > 0 ? countOf(rotulos, 'nome de convite pessoal', 'nomes de convites pessoais') : '',
    'a lista da portaria',
    anotados > 0 ? countOf(anotados, 'nome anotado na porta', 'nomes anotados na porta') : '',
    envios > 0
      ? countOf(envios, 'registro de mensagem ou etiqueta', 'registros de mensagens ou etiquetas')
      : '',
    planilhas > 0 ? countOf(planilhas, 'planilha enviada', 'planilhas enviadas') : '',
    `os nomes de ${countOf(nomes, 'aparelho', 'aparelhos')} da equipe`,
    areCopiesErased ? 'as cópias de segurança deste servidor' : '',
  ]
    .filter((said) => said !== '')
    .join('; ')
}

/** What links read once the guests are erased; before the day of erasure the event goes on without them. */
function linksTold({ isDue, isClosed }: { isDue: boolean; isClosed: boolean }): string {
  const [credencial, mesa] = isDue
    ? [ERRORS.apagada.title, `diz “${ERRORS['mesa-apagada'].title}”`]
    : [NOT_FOUND.title, 'ainda abre, com os números e sem nomes']
  const empresa = isClosed ? 'diz que as inscrições se encerraram' : 'continua a aceitar cadastros'
  return `Quem abrir o link de uma credencial lê “${credencial}”. O link de uma empresa ${empresa}. O painel de uma mesa ${mesa}.`
}

const FALHOU =
  'O banco de dados não respondeu. Se o disco do servidor está cheio, libere espaço. O que ainda está guardado está abaixo: confirme outra vez.'

export default function ExpurgoPage() {
  const { left, feito, isDue, isClosed, prazo, pessoal, fica, hasConvidados, areCopiesErased } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const refused = answer?.kind === 'recusado' ? answer : null
  const copies = areCopiesErased ? 'as cópias levadas para outro lugar' : 'as cópias de segurança'
  const contatos = countOf(pessoal.contatos, 'empresa', 'empresas')
  const done = {
    apagado: `os dados dos convidados foram apagados. Apague também as planilhas exportadas e ${copies}: elas guardam os mesmos dados.`,
    'aos-poucos': `os dados dos convidados foram apagados. A lista da portaria termina de se apagar sozinha em alguns minutos; volte aqui para conferir. Apague também as planilhas exportadas e ${copies}.`,
  }
  const restos =
    'os dados dos convidados foram apagados, mas o servidor não teve espaço em disco para terminar: veja abaixo o que falta.'
  const continuar = `ainda faltam ${countOf(pessoal.convidados, 'convidado', 'convidados')}. Confirme outra vez para continuar.`
  return (
    <Painel
      current={null}
      title="Apagar os dados"
      kicker="O que prometemos aos convidados, no aviso de privacidade"
    >
      <ErrorSummary
        title="Nada foi apagado"
        errors={refused ? [{ id: refused.campo, message: refused.message }] : []}
      />
      <ErrorSummary
        title="Não deu para apagar"
        errors={answer?.kind === 'falhou' ? [{ id: 'palavra', message: FALHOU }] : []}
      />
      <Outcome
        nome={feito}
        done={done}
        warnings={{ ...(hasConvidados && { continuar }), ...(left.length > 0 && { restos }) }}
      />
      <section>
        <h2 className="oculto">O que está guardado</h2>
        <dl className="fatos">
          <dt>Prazo</dt>
          <dd>
            {prazo === null ? (
              'Nenhum evento está descrito: não há prazo.'
            ) : (
              <>
                <b>{prazo.dia}</b>
                {isDue ? '. Já chegou.' : '. Ainda não chegou.'}
              </>
            )}
          </dd>
          {left.length === 0 ? null : (
            <>
              <dt>Falta</dt>
              <dd>
                {`${left.map((one) => LEFT[one]).join('; ')}. O servidor termina sozinho; se o disco dele está cheio, é preciso liberar espaço.`}
              </dd>
            </>
          )}
          <dt>O que se apaga</dt>
          <dd>
            {hasConvidados
              ? `${whatIsErased(pessoal, areCopiesErased)}.`
              : 'Não há dados de convidados guardados.'}
          </dd>
          {pessoal.contatos === 0 ? null : (
            <>
              <dt>Se você quiser</dt>
              <dd>{`Os contatos de ${contatos}: responsável e o WhatsApp dele, solicitante e, no lugar do CNPJ, o CPF de uma pessoa.`}</dd>
            </>
          )}
          <dt>O que fica</dt>
          <dd>
            {`Sem nomes: ${countOf(fica.empresas, 'empresa', 'empresas')} com a contagem de convites, ${countOf(fica.entradas, 'entrada', 'entradas')} e ${countOf(fica.linhas, 'linha', 'linhas')} do histórico. Com isso, `}
            <a href="/painel/depois">números do evento</a>.
          </dd>
          {prazo === null ? null : (
            <>
              <dt>Os links</dt>
              <dd>{linksTold({ isDue, isClosed })}</dd>
            </>
          )}
          <dt>Depois</dt>
          <dd>
            As entradas que um celular da porta só enviar mais tarde contam, sem os nomes digitados. O que
            você digitar aqui no painel fica guardado, e se apaga do mesmo modo.
            {prazo === null
              ? ''
              : ` O painel fecha em ${prazo.fecha}; daí em diante, o suporte técnico apaga.`}
          </dd>
        </dl>
      </section>
      {hasConvidados || pessoal.contatos > 0 ? (
        <section className="perigo estreita">
          <h2>{hasConvidados ? 'Apagar para sempre' : 'Apagar os contatos das empresas'}</h2>
          <form method="post">
            {hasConvidados ? (
              <p className="dica">
                Não há volta: as credenciais deixam de abrir, e nem nós conseguimos recuperar os nomes. Se
                precisar deles, exporte antes em <a href="/painel/planilhas">Planilhas</a>.
              </p>
            ) : (
              <p className="dica">
                {`Não há volta: ${contatos} ${pessoal.contatos === 1 ? 'fica' : 'ficam'} sem responsável, sem o WhatsApp dele e sem solicitante. Se precisar deles, exporte antes em `}
                <a href="/painel/planilhas">Planilhas</a>.
              </p>
            )}
            <Field
              id="palavra"
              label="Para confirmar, digite APAGAR"
              error={refused?.campo === 'palavra' ? refused.message : null}
              value=""
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              required
            />
            {isDue || prazo === null ? null : (
              <Option id="antes" type="checkbox" name="antes" value="sim">
                {`Apagar antes do prazo, que é ${prazo.dia}`}
              </Option>
            )}
            {hasConvidados && pessoal.contatos > 0 ? (
              <Option id="contatos" type="checkbox" name="contatos" value="sim">
                {`Apagar também os contatos de ${contatos}`}
              </Option>
            ) : null}
            {hasConvidados ? null : <input type="hidden" name="contatos" value="sim" />}
            <button>{hasConvidados ? 'Apagar os dados' : 'Apagar os contatos'}</button>
          </form>
        </section>
      ) : null}
    </Painel>
  )
}
