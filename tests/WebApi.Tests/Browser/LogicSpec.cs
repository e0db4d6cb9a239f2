namespace AkkaInstrumentation.Tests;

/// <summary>
/// The modules of the page that know no DOM, in the browser that draws it. The tests are in the folder Logic: each file is the body of a function
/// that gets the page's modules by <c>load</c>, and names its tests by <c>test</c>.
/// </summary>
[Collection(Alone.Name)]
public sealed class LogicSpec(OpenShop open) : IClassFixture<OpenShop>
{
    private static readonly string Folder = Repo.PathOf("tests/WebApi.Tests/Browser/Logic");

    public static TheoryData<string> Files =>
        [.. Directory.GetFiles(Folder, "*.js").Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal)];

    [ChromiumTheory]
    [MemberData(nameof(Files))]
    public async Task The_page_decides(string name)
    {
        using var page = await open.Page("lost");
        var tests = await File.ReadAllTextAsync(Path.Combine(Folder, $"{name}.js"));
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
        Assert.NotEmpty(results);
        Assert.DoesNotContain(results, problem => problem.Length > 0);
    }
}
