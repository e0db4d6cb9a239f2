using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>What arrives again and again is made once, whatever other nodes send.</summary>
public sealed class RecentBytesSpec
{
    private readonly RecentBytes<string> _recent = new(maxLength: 32);

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("exactly8")]
    [InlineData("Some.Namespace.Type, Assembly")]
    public void What_was_kept_is_found(string text)
    {
        Assert.False(_recent.TryGet(Bytes(text), out _));
        _recent.Keep(Bytes(text), text);
        Assert.True(_recent.TryGet(Bytes(text), out var found));
        Assert.Same(text, found);
    }

    [Fact]
    public void Other_bytes_find_nothing_whatever_they_have_in_common()
    {
        _recent.Keep(Bytes("Orders.Placed, App"), "placed");
        Assert.All(
            ["Orders.Placed, Ap", "Orders.Placed, App ", "orders.Placed, App", "Orders.Placee, App", "Orders.Pladec, App", ""],
            other => Assert.False(_recent.TryGet(Bytes(other), out _)));
    }

    [Fact]
    public void The_bytes_may_change_afterwards()
    {
        var bytes = Bytes("first");
        _recent.Keep(bytes, "first");
        bytes[0] = (byte)'F';
        Assert.False(_recent.TryGet(bytes, out _));
        Assert.True(_recent.TryGet(Bytes("first"), out _));
    }

    [Fact]
    public void Bytes_that_are_too_long_are_not_kept()
    {
        _recent.Keep(new byte[33], "long");
        Assert.False(_recent.TryGet(new byte[33], out _));
        _recent.Keep(new byte[32], "fits");
        Assert.True(_recent.TryGet(new byte[32], out _));
    }

    /// <summary>Names of types have much in common: were they all in one place, each would throw out the one before.</summary>
    [Fact]
    public void Of_many_a_bounded_number_is_kept_and_each_is_itself()
    {
        var names = Enumerable.Range(0, 10_000).Select(i => $"Orders.Message{i}, App").ToList();
        names.ForEach(name => _recent.Keep(Bytes(name), name));
        var kept = names.Where(name => _recent.TryGet(Bytes(name), out var found) && Assert.IsType<string>(found) == name).ToList();
        Assert.Equal(kept.Count, names.Count(name => _recent.TryGet(Bytes(name), out _)));
        Assert.InRange(kept.Count, RecentBytes<string>.Places / 2, RecentBytes<string>.Places);
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
