using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>One element of a page, as long as the page has it.</summary>
/// <param name="page">Its page.</param>
/// <param name="node">The browser's number of it.</param>
/// <param name="name">What it is called, as a screen reader reads it.</param>
public sealed class PageElement(BrowserPage page, int node, string name)
{
    public string Name => name;

    public string Text => Get<string>("this.textContent");

    /// <summary>The value of an expression about <c>this</c>.</summary>
    public T Get<T>(string expression) => Call<T>(expression).GetAwaiter().GetResult();

    public Task Click() => Call<bool>("(this.click ? this.click() : this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })), true)");

    public Task Focus() => Call<bool>("(this.focus(), true)");

    /// <summary>Types into it, in place of what is in it.</summary>
    public async Task Fill(string text)
    {
        await Call<bool>("(this.focus(), this.select(), true)");
        await page.Send("Input.insertText", new { text });
        if (text.Length == 0)
        {
            await page.Press("Delete");
        }
    }

    /// <summary>Chooses an option by its text.</summary>
    public Task Choose(string option) => Call<bool>(
        $"(this.value = [...this.options].find(o => o.text === {JsonSerializer.Serialize(option)}).value, this.dispatchEvent(new Event('change', {{ bubbles: true }})))");

    /// <summary>The elements with this role in it.</summary>
    public IReadOnlyList<PageElement> All(string role, string? named = null) =>
        page.Query(ObjectId().GetAwaiter().GetResult(), role, named).GetAwaiter().GetResult();

    /// <summary>Left, top, width and height in the window.</summary>
    public double[] Box => Get<double[]>("(b => [b.x, b.y, b.width, b.height])(this.getBoundingClientRect())");

    private async Task<string> ObjectId() =>
        (await page.Send("DOM.resolveNode", new { backendNodeId = node })).GetProperty("object").GetProperty("objectId").GetString()!;

    private async Task<T> Call<T>(string expression)
    {
        var answer = await page.Send("Runtime.callFunctionOn", new
        {
            objectId = await ObjectId(),
            functionDeclaration = $"function() {{ return {expression}; }}",
            returnByValue = true,
            awaitPromise = true,
        });
        return answer.TryGetProperty("exceptionDetails", out var problem)
            ? throw new InvalidOperationException($"{expression}: {problem.GetRawText()}")
            : answer.GetProperty("result").GetProperty("value").Deserialize<T>()!;
    }
}
