using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The questions that a page asks.</summary>
public static class ReadApi
{
    /// <summary>The answer. A dashboard that has too many questions for its machine refuses: it is asked again.</summary>
    public static async Task<JsonElement> Ask(HttpClient client, Uri question)
    {
        JsonElement answer = default;
        await Eventually.True(async () =>
        {
            using var response = await client.GetAsync(question);
            if (response.StatusCode == HttpStatusCode.ServiceUnavailable)
            {
                return false;
            }

            answer = await response.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<JsonElement>();
            return true;
        });
        return answer;
    }
}
