# SPDX-License-Identifier: MIT
from django.core.validators import MinValueValidator
from django.db import models


class Artist(models.Model):
    name = models.CharField(max_length=40)
    city = models.CharField(max_length=40, null=True, blank=True)
    country = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["id"]


class Genre(models.Model):
    name = models.CharField(max_length=40, unique=True)


class Album(models.Model):
    title = models.CharField(max_length=40)
    year = models.IntegerField(validators=[MinValueValidator(1877)])
    notes = models.TextField(null=True, blank=True)
    price = models.DecimalField(max_digits=6, decimal_places=2, default="9.90")
    artist = models.ForeignKey(Artist, on_delete=models.CASCADE)
    genres = models.ManyToManyField(Genre, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]


class Play(models.Model):
    album = models.ForeignKey(Album, on_delete=models.CASCADE)
    at = models.DateTimeField()


class Label(models.Model):
    name = models.CharField(max_length=40)


class Photo(models.Model):
    caption = models.CharField(max_length=40)
    file = models.FileField(upload_to="photos")
    name = models.CharField(max_length=100)
    media_type = models.CharField(max_length=100)
