using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The page as a person finds things on it: by what they are (their role) and what they are called, as a screen reader reads it.</summary>
public sealed partial class BrowserPage
{
    /// <summary>The part of the page that is open in the middle.</summary>
    public string Title => Now<string>("document.querySelector('h2')?.textContent ?? ''");

    /// <summary>The title of its tab. It follows what is drawn a moment later.</summary>
    public string TabTitle => Now<string>("document.title");

    /// <summary>What the page warns of; empty when nothing is wrong with its answers.</summary>
    public string Warning => All("alert").Select(one => one.Text).FirstOrDefault() ?? "";

    /// <summary>The charts of the open view. The name of each has its figures.</summary>
    public IReadOnlyList<PageElement> Charts =>
        [.. All("image").Concat(All("img")).Where(image => image.Name.EndsWith("a selection of time.", StringComparison.Ordinal))];

    /// <summary>The traces in the list of traces.</summary>
    public IReadOnlyList<PageElement> Traces => All("list", "Traces") is [var list, ..] ? list.All("link") : [];

    /// <summary>The hops of the trace that is shown, with what is known of each.</summary>
    public IReadOnlyList<PageElement> Hops => All("group", "Waterfall") is [var waterfall, ..] ? waterfall.All("button") : [];

    /// <summary>The cards below the verdict.</summary>
    public IReadOnlyList<PageElement> Cards => All("list", "Troubles") is [var list, ..]
        ? [.. list.All("listitem").Where(item => item.Get<bool>("this.classList.contains('card')"))] : [];

    /// <summary>The verdict of the health check, and what is wrong.</summary>
    public string Verdict => Now<string>("document.querySelector('section[aria-label=Status] [role=status]')?.innerText.replace(/\\s+/g, ' ').trim() ?? ''");

    /// <summary>Opens a view, as a link to it does.</summary>
    public Task Go(string view) => Evaluate<bool>($"location.hash = '#/{view}', true");

    /// <summary>The elements with this role, in the order of the page, with this name if one is given.</summary>
    public IReadOnlyList<PageElement> All(string role, string? name = null) => Within("document", role, name).GetAwaiter().GetResult();

    /// <summary>The only element, or the first of several, with this role and name.</summary>
    public PageElement The(string role, string name) => All(role, name) is [var first, ..]
        ? first
        : throw new InvalidOperationException($"No {role} is called “{name}”. There are: {string.Join(", ", Names(role))}");

    /// <summary>The names of all elements with a role.</summary>
    public IReadOnlyList<string> Names(string role) => [.. All(role).Select(one => one.Name)];

    public bool Has(string role, string name) => All(role, name).Count > 0;

    public Task Press(string role, string name) => The(role, name).Click();

    /// <summary>Types into a field, in place of what is in it.</summary>
    public Task Fill(string name, string text, string role = "textbox") => The(role, name).Fill(text);

    /// <summary>The texts of a column of a table, found by the name of the table and the column's head.</summary>
    public IReadOnlyList<string> Column(string table, string head) => Now<string[]>(
        $$"""
        (() => {
          const table = [...document.querySelectorAll('table')].find(t => t.getAttribute('aria-label') === {{JsonSerializer.Serialize(table)}});
          const heads = [...table?.querySelectorAll('thead tr:last-child > *') ?? []].map(th => th.textContent.trim());
          const at = heads.indexOf({{JsonSerializer.Serialize(head)}});
          return at < 0 ? [] : [...table.querySelectorAll('tbody tr')].map(row => row.children[at].textContent.trim());
        })()
        """);

    /// <summary>The addresses of the links of a part of the page, by their names.</summary>
    public IReadOnlyList<(string Name, string Href)> Links(string region) =>
        [.. The("region", region).All("link").Select(link => (link.Name, link.Get<string>("this.getAttribute('href')")))];

    internal async Task<IReadOnlyList<PageElement>> Within(string expression, string role, string? name)
    {
        var root = await Send("Runtime.evaluate", new { expression });
        return await Query(root.GetProperty("result").GetProperty("objectId").GetString()!, role, name);
    }

    internal async Task<IReadOnlyList<PageElement>> Query(string objectId, string role, string? name)
    {
        var found = await Send("Accessibility.queryAXTree", name is null
            ? new { objectId, role }
            : new { objectId, role, accessibleName = name });
        return found.TryGetProperty("nodes", out var nodes)
            ? [.. nodes.EnumerateArray()
                .Where(node => !node.GetProperty("ignored").GetBoolean() && node.TryGetProperty("backendDOMNodeId", out _))
                .Select(node => new PageElement(this, node.GetProperty("backendDOMNodeId").GetInt32(),
                    node.TryGetProperty("name", out var text) ? text.GetProperty("value").GetString() ?? "" : ""))]
            : [];
    }
}
