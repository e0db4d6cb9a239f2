namespace AkkaInstrumentation.Tests;

/// <summary>
/// The modules of the page that know no DOM, in the browser that draws it. The tests are in the folder Logic: each file is the body of a function
/// that gets the page's modules by <c>load</c>, and names its tests by <c>test</c>.
/// </summary>
[Collection(ShopAtRest.Name)]
public sealed class LogicSpec(OpenShop open)
{
    private static readonly string Folder = Repo.PathOf("tests/WebApi.Tests/Browser/Logic");

    [ChromiumFact]
    public async Task The_page_decides()
    {
        using var page = await open.Page("lost");
        foreach (var file in Directory.GetFiles(Folder, "*.js").Order(StringComparer.Ordinal))
        {
            await Pass(page, Path.GetFileName(file), await File.ReadAllTextAsync(file));
        }
    }

    private static async Task Pass(BrowserPage page, string file, string tests)
    {
        var results = await page.Evaluate<string[]>(
            $$"""
            (async () => {
              const results = [], all = [];
              const base = document.querySelector('script[type=module]').src.replace(/app\.js$/, '');
              const text = value => JSON.stringify(value, (_, v) => v instanceof Set || v instanceof Map ? [...v] : v);
              const equal = (wanted, found, about = '') => {
                if (text(wanted) !== text(found)) throw new Error(`${about} wanted ${text(wanted)}, found ${text(found)}`);
              };
              await (async (load, test, equal) => { {{tests}}
              })(module => import(base + module), (name, run) => all.push([name, run]), equal);
              for (const [name, run] of all) {
                try { await run(); results.push(''); } catch (e) { results.push(`${name}: ${e.message}`); }
              }
              return results;
            })()
            """);
        Assert.True(results.Length > 0, $"{file} has no test");
        Assert.Empty(results.Where(problem => problem.Length > 0).Select(problem => $"{file}, {problem}"));
    }
}
