using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>A board can be loaded beside others, and each panel has a description.</summary>
public sealed class BoardsSpec
{
    [Fact]
    public void Each_has_its_own_id_and_title() =>
        Assert.All(new[] { "uid", "title" }, key => Assert.Equal(
            Boards.Files.Count, Boards.Files.Select(file => Boards.Read(file).GetProperty(key).GetString()).Distinct().Count()));

    [Fact]
    public void Each_panel_has_a_description_and_the_data_source_that_the_reader_chooses() =>
        Assert.All(Boards.Files.SelectMany(file => Boards.Panels(Boards.Read(file)))
            .Where(panel => panel.GetProperty("type").GetString() != "row"), panel =>
        {
            Assert.NotEmpty(panel.GetProperty("description").GetString()!);
            Assert.Equal("${datasource}", panel.GetProperty("datasource").GetProperty("uid").GetString());
            Assert.All(panel.GetProperty("targets").EnumerateArray(), target =>
                Assert.Equal("${datasource}", target.GetProperty("datasource").GetProperty("uid").GetString()));
        });

    [Fact]
    public void Panels_do_not_lie_over_each_other() => Assert.All(Boards.Files, file =>
    {
        var places = Boards.Read(file).GetProperty("panels").EnumerateArray().Select(panel => panel.GetProperty("gridPos")).ToList();
        var taken = new HashSet<(int X, int Y)>();
        foreach (var place in places)
        {
            for (var x = 0; x < Of(place, "w"); x++)
            {
                for (var y = 0; y < Of(place, "h"); y++)
                {
                    Assert.True(taken.Add((Of(place, "x") + x, Of(place, "y") + y)), $"{file}: two panels at {place}");
                }
            }
        }

        Assert.All(taken, cell => Assert.InRange(cell.X, 0, 23));
    });

    private static int Of(JsonElement place, string key) => place.GetProperty(key).GetInt32();
}
