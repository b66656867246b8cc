// What this is, what it is made of, and under which licences.

import { bookFolder } from '../app/engine';
import { language, locale, site, words } from '../app/language';
import { welcome } from '../app/server';
import { isChinese } from '../words/language';
import { Panel } from './controls';

export function AboutPage() {
  const say = words.value;
  const server = welcome.value;
  const number = (value: number) => value.toLocaleString(locale.value);
  return (
    <div class="text-page">
      <h1>楚河 Chuhe</h1>
      {server !== null && (
        <Panel title={say.about}>
          <dl>
            <dt>{say.version}</dt>
            <dd>{server.version}</dd>
            <dt>{say.network}</dt>
            <dd>{server.network}</dd>
            <dt>{say.book}</dt>
            <dd>
              {say.book_size(number(server.book.positions), number(server.book.games))}
              <br />
              {say.book_credit}
            </dd>
            <dt>{say.threads}</dt>
            <dd>{server.threads}</dd>
          </dl>
        </Panel>
      )}
      {site.value !== null && bookFolder !== null && (
        <p>
          <a href={`${bookFolder}${isChinese(language.value) ? 'zh/' : ''}index.html`}>{site.value.book}</a>
        </p>
      )}
      <Panel title={say.licence}>
        <p>{say.licence_text}</p>
        <p>{say.licence_parts}</p>
        <p>
          <a href="licences.txt" target="_blank" rel="noopener">
            {say.licence_list}
          </a>
        </p>
        <p>{say.privacy}</p>
      </Panel>
      <Panel title={say.keys}>
        <p>{say.key_board}</p>
        <p>{say.key_step}</p>
        <p>{say.key_draw}</p>
      </Panel>
    </div>
  );
}
